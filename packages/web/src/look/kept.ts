import { useEffect, useState } from 'react'

/** A choice of the person, kept in this browser. Where nothing can be kept, it lasts as long as the page. */
export function useKept<T extends string>(name: string, choices: readonly T[], otherwise: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => choices.find((choice) => choice === read(name)) ?? otherwise)
  useEffect(() => write(name, value), [name, value])
  return [value, setValue]
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(`skill-runner.${name}`)
  } catch {
    return null
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(`skill-runner.${name}`, value)
  } catch {}
}
