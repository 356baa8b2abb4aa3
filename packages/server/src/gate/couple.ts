import type { Duplex } from 'node:stream'

/** Both ways, each until its own end. One that breaks takes the other along; what one has sent before it closed still arrives. */
export function couple(one: Duplex, other: Duplex): void {
  one.pipe(other)
  other.pipe(one)
  follow(one, other)
  follow(other, one)
}

function follow(first: Duplex, second: Duplex): void {
  first.once('close', () => {
    if (!first.readableEnded) second.destroy()
    // Nobody takes what still comes from there, and only who reads on sees its end.
    else second.resume()
  })
}
