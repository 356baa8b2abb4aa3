/** More than this is cut, not refused: whoever asks for everything gets a page, and the next cursor. */
const most = 1000

/** How many entries a list may have. */
export const limitOf = ({ limit }: { readonly limit?: number }, usual: number): number => Math.min(limit ?? usual, most)
