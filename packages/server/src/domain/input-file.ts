/** Where in an upload the file of an input may lie: at the path that the request names, as clients of the Python server do, or under its own name. */
export const placesInUpload = (input: Readonly<Record<string, unknown>>, name: string): string[] => {
  const named = input[name]
  return typeof named === 'string' && named !== name ? [named, name] : [name]
}
