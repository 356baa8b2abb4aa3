import { Type } from 'typebox'
import { ExecRequest } from './exec.ts'
import { closed, oneOf, open } from './shared.ts'

const states = (description: string) => Type.Array(Type.String({ maxLength: 256 }), { minItems: 1, maxItems: 100, description })

const { skill_name, session_id, workdir, env, timeout_sec, inputs } = ExecRequest.properties

export const ExecQuery = open(
  {
    skill_name,
    session_id,
    workdir,
    env,
    timeout_sec,
    inputs,
    query_command: Type.String({ minLength: 1, maxLength: 100_000, description: 'A line of shell that prints JSON' }),
    status_field: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'Where the state is in that JSON: names, and positions in arrays, joined by dots',
    }),
    done_states: states('Values of the field that mean success'),
    error_states: states('Values of the field that mean failure'),
  },
  { $id: 'ExecQuery' },
)

export const ExecQueryResult = closed(
  {
    status: oneOf(['running', 'succeeded', 'failed'], 'running: the value is in neither list'),
    value: Type.String({ description: 'What the field holds, as text' }),
    raw: Type.String({ description: 'What the command printed' }),
    session_id: Type.String(),
    skill_name: Type.String(),
    version_hash: Type.String(),
    workdir: Type.String(),
  },
  { $id: 'ExecQueryResult' },
)
