/** Which version of a CLI a run is for, what the request set for it, and what the model cost. */
export const engines = [
  'alter table runs add column engine_version text',
  `alter table runs add column engine_config text default '{}' not null`,
  'alter table runs add column usage text',
]
