import { type Clause, marks, type Sql, type Value } from './sql.ts'

/** Our name for each column, and the database's. */
type Columns<Row> = Readonly<Record<keyof Row & string, string>>

/** How the rows of a table are read and written. The database renames the columns as it reads them: nothing is left to do for each row. */
export function table<Row>(name: string, columns: Columns<Row>) {
  const entries = Object.entries<string>(columns)
  const read = (of: typeof entries) => of.map(([key, column]) => `${name}.${column} as "${key}"`).join(', ')
  const insertion = `insert into ${name} (${Object.values(columns).join(', ')}) values (${marks(entries)})`
  return {
    name,
    /** Every column under our name, for `select` and `returning`. */
    columns: read(entries),

    /** The same but for some. */
    columnsWithout: (left: readonly (keyof Row & string)[]): string =>
      read(entries.filter(([key]) => !left.some((one) => one === key))),

    insertion,

    /** The values of a row in the order of the insertion. */
    valuesOf: (row: Row): Value[] => entries.map(([key]) => row[key as keyof Row] as Value),

    insert(sql: Sql, row: Row): Promise<number> {
      return sql.run(insertion, this.valuesOf(row))
    },

    /** What an `update` sets. */
    set(changes: Partial<Row>): Clause {
      const keys = Object.keys(changes) as (keyof Row & string)[]
      return { text: keys.map((key) => `${columns[key]} = ?`).join(', '), values: keys.map((key) => changes[key] as Value) }
    },
  }
}
