/** A route as people write it: `/tasks/:task_id:cancel`, not the rule by which the router tells a colon from a parameter. */
export const routeName = (pattern: string): string => pattern.replaceAll(/\(\^[^)]*\)/g, '').replaceAll('::', ':')
