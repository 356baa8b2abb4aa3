import { type DragEvent, useState } from 'react'

/** What an element needs so that a file can be dropped on it; `data-over` while one is held over it. */
export function useDrop(onFile: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver || undefined,
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFile(event.dataTransfer.files[0])
    },
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
  }
}
