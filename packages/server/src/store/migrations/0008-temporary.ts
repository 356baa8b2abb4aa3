/** Jobs that bring their skill along: what they ask of it before it is there, and runs whose skill goes with them. */
export const temporary = [
  'alter table jobs add column temp_request text',
  'alter table runs add column temporary integer default 0 not null',
]
