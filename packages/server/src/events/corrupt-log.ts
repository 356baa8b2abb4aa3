/** The event files of one run are gone, shorter than what was committed to them, or hold something else: nothing can be added to them. */
export class CorruptLog extends Error {
  constructor(problem: string) {
    super(problem)
    this.name = 'CorruptLog'
  }
}
