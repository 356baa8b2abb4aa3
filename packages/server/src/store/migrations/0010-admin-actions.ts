/** Who changed what on this server, or was not allowed to. Written before it happens, completed with the answer. */
export const adminActions = [
  `create table admin_actions (
    id integer primary key,
    at text not null,
    principal text not null,
    action text not null,
    target text,
    status integer,
    error_code text,
    x_request_id text not null
  )`,
  'create index admin_actions_by_age on admin_actions (at)',
]
