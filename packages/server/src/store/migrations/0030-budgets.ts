/** What may be used: limits and other engines of a run, and what tokens and projects used on each day. Costs are in billionths of a dollar. */
export const budgets = [
  "alter table runs add column day_limits text default '{}' not null",
  "alter table runs add column fallbacks text default '[]' not null",
  "alter table runs add column engines_tried text default '[]' not null",
  `create table day_use (
    kind text not null,
    name text not null,
    day text not null,
    tokens integer not null,
    cost_nano integer not null,
    primary key (kind, name, day)
  )`,
  'create index day_use_by_day on day_use (day)',
]
