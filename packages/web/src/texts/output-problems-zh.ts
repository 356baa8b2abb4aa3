import type { AnswerOf } from '@agent-skill-runner/sdk'

type OutputProblem = AnswerOf<'getExecTask'>['output_errors'][number]['code']

/** Why a file did not become an artifact, for every code. A code that is missing here does not compile. */
export const outputProblemsZh: Readonly<Record<OutputProblem, string>> = {
  missing: '没有这个文件。',
  folder: '这是文件夹：请列出其中的文件，或打包成一个文件。',
  link: '这是链接，或路径经过链接。',
  outside: '路径在会话目录之外，或不是有效的路径。',
  special: '不是普通文件。',
  unreadable: '没有读取权限。',
  foreign: '是他人文件的另一个名称。',
  too_large: '文件超过了单个产物的大小上限。',
  too_large_together: '全部产物合计超过了大小上限。',
  project_full: '项目的全部产物已达到大小上限，请删除一些。',
  failed: '服务器未能保存这个文件。',
}
