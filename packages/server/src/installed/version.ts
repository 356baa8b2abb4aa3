/** One exact version, as npm writes it: no range, no tag, nothing that a path could be made of. */
export const isExactVersion = (text: string): boolean => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(text) && text.length <= 64
