import { type Static, Type } from 'typebox'
import { RunConversationState } from './run.ts'
import { Anything, closed, deprecated, Instant, nullable, oneOf } from './shared.ts'
import { SkillDetail, SkillSummary } from './skill.ts'

export const RunList = closed(
  { runs: Type.Array(RunConversationState), next_cursor: nullable(Type.String()) },
  { $id: 'RunList' },
)

/** How a file is named, in a run or in a skill. */
const fileNames = {
  rel_path: Type.String({ description: 'Relative to the folder of the run or skill, with slashes' }),
  name: Type.String({ description: 'The last part of rel_path' }),
  is_dir: Type.Boolean(),
  depth: Type.Integer({ minimum: 0, description: 'Folders above it; 0: none' }),
  path: deprecated(Type.String(), 'rel_path'),
}

export const ManagedSkillList = closed({ skills: Type.Array(SkillSummary) }, { $id: 'ManagedSkillList' })

const { entrypoint: _entrypoint, files: _files, ...fieldsOfSkill } = SkillDetail.properties

export const ManagedSkillDetail = closed(
  {
    ...fieldsOfSkill,
    built_in: Type.Boolean(),
    entrypoints: Type.Array(
      closed({
        type: oneOf(['prompt', 'script', 'hybrid']),
        command: nullable(Type.String({ description: 'The command of a script or hybrid skill; null: none' })),
        prompts: Type.Array(closed({ engine: Type.String({ description: 'common: any engine' }), template: Type.String() })),
      }),
    ),
    files: Type.Array(closed({ ...fileNames, size: Type.Integer() })),
  },
  { $id: 'ManagedSkillDetail' },
)

const AnySchema = Type.Record(Type.String(), Type.Unknown())

export const SkillSchemas = closed(
  {
    skill_id: Type.String(),
    version: Type.String(),
    input: AnySchema,
    parameter: AnySchema,
    output: AnySchema,
    fields: Type.Array(
      closed({
        name: Type.String(),
        part: oneOf(['input', 'parameter']),
        source: oneOf(['inline', 'file'], 'file: uploaded under its name; inline: part of the job'),
        required: Type.Boolean(),
        schema: Anything,
      }),
      { description: 'Every field of a form for this skill, in the order of the schemas, with $ref resolved' },
    ),
    execution_modes: Type.Array(Type.String()),
    effective_engines: Type.Array(Type.String()),
  },
  { $id: 'SkillSchemas' },
)

export const RunFileTree = closed(
  {
    request_id: Type.String(),
    run_id: Type.String(),
    entries: Type.Array(
      closed({
        ...fileNames,
        kind: oneOf(['file', 'folder', 'link', 'other'], 'Only files can be read'),
        size: nullable(Type.Integer({ description: 'Size of a file' })),
        modified_at: nullable(Instant),
      }),
    ),
    truncated: Type.Boolean({ description: 'The list is incomplete' }),
  },
  { $id: 'RunFileTree' },
)

export const RunFilePreview = closed(
  {
    request_id: Type.String(),
    run_id: Type.String(),
    path: Type.String(),
    preview: closed({
      mode: oneOf(['text', 'binary']),
      content: nullable(Type.String({ description: 'The text, or its beginning if truncated is true; null if it is binary' })),
      size: Type.Integer({ description: 'Bytes of the whole file' }),
      meta: Type.String({ description: 'Size and encoding or type, for people', examples: ['120 bytes, utf-8'] }),
    }),
    size: deprecated(Type.Integer(), 'preview.size'),
    mime: Type.String(),
    is_binary: deprecated(Type.Boolean(), 'preview.mode'),
    encoding: nullable(oneOf(['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5'], 'null: it is not text')),
    content: deprecated(nullable(Type.String()), 'preview.content'),
    truncated: Type.Boolean({ description: 'content is only the beginning' }),
  },
  { $id: 'RunFilePreview' },
)

export const SettingList = closed(
  {
    settings: Type.Array(
      closed({
        name: Type.String(),
        value: nullable(Type.String({ description: 'null: not set, or secret' })),
        is_set: Type.Boolean(),
        is_secret: Type.Boolean(),
        source: oneOf(['environment', 'file', 'default']),
        description: Type.String(),
      }),
    ),
    notices: Type.Array(Type.String()),
  },
  { $id: 'SettingList' },
)

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

export const ServerLogs = closed(
  {
    lines: Type.Array(
      closed({
        time: Instant,
        level: oneOf(logLevels),
        message: Type.String(),
        request_id: nullable(Type.String()),
        run_id: nullable(Type.String()),
        fields: Type.Record(Type.String(), Type.Unknown()),
      }),
      { description: 'Newest first' },
    ),
    truncated: Type.Boolean({ description: 'There may be more matching lines' }),
  },
  { $id: 'ServerLogs' },
)

export const SweepStatus = closed(
  {
    every_sec: Type.Integer(),
    retention_days: Type.Integer({ description: '0: finished runs are kept' }),
    running: Type.Boolean(),
    last_started_at: nullable(Instant),
    last_finished_at: nullable(Instant),
    last_error: nullable(Type.String()),
    runs_removed: Type.Integer({ description: 'Deleted by the last sweep' }),
    runs_removed_total: Type.Integer({ description: 'Deleted since the server started' }),
  },
  { $id: 'SweepStatus' },
)

export const AdminActions = closed(
  {
    actions: Type.Array(
      closed({
        id: Type.Integer(),
        at: Instant,
        principal: Type.String({ description: 'Name of the token; local if the server has none' }),
        action: Type.String({ description: 'The operationId in openapi.json' }),
        target: nullable(Type.String({ description: 'Id of its subject' })),
        status: nullable(
          Type.Integer({
            description: 'HTTP status of the response; null: the server stopped or the caller disconnected before',
          }),
        ),
        error_code: nullable(Type.String()),
        x_request_id: Type.String(),
      }),
      { description: 'Newest first' },
    ),
    next_cursor: nullable(Type.String()),
  },
  { $id: 'AdminActions' },
)

export type RunList = Static<typeof RunList>
export type ManagedSkillDetail = Static<typeof ManagedSkillDetail>
export type SkillSchemas = Static<typeof SkillSchemas>
export type RunFileTree = Static<typeof RunFileTree>
export type RunFilePreview = Static<typeof RunFilePreview>
export type SettingList = Static<typeof SettingList>
export type ServerLogs = Static<typeof ServerLogs>
export type SweepStatus = Static<typeof SweepStatus>
export type AdminActions = Static<typeof AdminActions>
