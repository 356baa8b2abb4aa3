import { Ended, Unknown } from './unknown.mjs'

/** Those that are played, by the name that the rest of the program knows. */
const played = {
  '-m': 'model',
  '--model': 'model',
  '-p': 'prompt',
  '--prompt': 'prompt',
  '-r': 'resume',
  '--resume': 'resume',
  '-o': 'outputFile',
  '--output-file': 'outputFile',
}
const switches = {
  '-y': 'yolo',
  '--yolo': 'yolo',
  '--default': 'default',
  '--plan': 'plan',
  '--thinking': 'thinking',
  '-v': 'version',
  '--version': 'version',
  '-h': 'help',
  '--help': 'help',
}

/** The real one has these as well, and nobody has seen here what they do. */
const known =
  /^(?:-[icsda]|--(?:prompt-interactive|continue|sandbox|sandbox-image|debug|all-files|all_files|show-memory-usage|show_memory_usage|autoEdit|telemetry(?:-[a-z-]+)?|checkpointing|experimental-acp|stream|port|allowed-mcp-server-names|include-directories|add-dir|max[-_]turns|max[-_]tokens|timeout|output_file))$/

export function flagsOf(words) {
  const flags = {}
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (Object.hasOwn(switches, word)) flags[switches[word]] = true
    else if (Object.hasOwn(played, word)) {
      at += 1
      if (words[at] === undefined) throw new Unknown(`${word} stands without a value, and then it asks a person`)
      flags[played[word]] = words[at]
    } else if (known.test(word) || !word.startsWith('-')) throw new Unknown(`it does not play ${word}`)
    else throw new Ended(`Unknown argument: ${word.replace(/^-+/, '')}\n`)
  }
  const modes = ['yolo', 'default', 'plan'].filter((mode) => flags[mode])
  if (modes.length > 1) throw new Unknown(`it does not play --${modes.join(' with --')}`)
  return flags
}
