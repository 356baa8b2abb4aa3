/** The event files of one run are gone, shorter than what was committed to them, or hold something else: nothing can be added to them. */
export class SpoiltLog extends Error {
  constructor(problem: string) {
    super(problem)
    this.name = 'SpoiltLog'
  }
}
