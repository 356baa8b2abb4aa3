import type { RunFilePreview, RunFileTree } from '@agent-skill-runner/contract/management.ts'
import type { FilePreview } from '../workspace/file-preview.ts'
import type { FileEntry } from '../workspace/file-tree.ts'

type FileNames = Pick<RunFileTree['entries'][number], 'rel_path' | 'name' | 'is_dir' | 'depth' | 'path'>

/** How a file of a run or a skill is named, for those who draw a tree of them. */
export function fileNames(path: string, isFolder = false): FileNames {
  const parts = path.split('/')
  return { rel_path: path, name: parts.at(-1) ?? '', is_dir: isFolder, depth: parts.length - 1, path }
}

export const entryView = ({ path, kind, size, modifiedAt }: FileEntry): RunFileTree['entries'][number] => ({
  ...fileNames(path, kind === 'folder'),
  kind,
  size,
  modified_at: modifiedAt?.toISOString() ?? null,
})

type PreviewView = Omit<RunFilePreview, 'request_id' | 'run_id' | 'path'>

export function previewView({ size, mime, text }: FilePreview): PreviewView {
  const { content = null, encoding = null, truncated = false } = text ?? {}
  const mode = text === null ? 'binary' : 'text'
  const meta = `${truncated ? 'the beginning of ' : ''}${size} bytes, ${encoding ?? mime}`
  return {
    preview: { mode, content, size, meta },
    ...{ size, mime, is_binary: text === null, encoding, content, truncated },
  }
}
