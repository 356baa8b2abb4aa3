/** One thing that is wrong with a value: where (a JSON pointer), what, and the keyword of the schema that says so. */
export interface Violation {
  readonly path: string
  readonly message: string
  readonly keyword: string
}
