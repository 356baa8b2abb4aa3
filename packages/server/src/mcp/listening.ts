/** Whether a message asks to be told of changes, over a stream that ends when somebody leaves, instead of for an answer. */
export const isListening = (message: unknown): boolean =>
  (message as { readonly method?: unknown } | null)?.method === 'subscriptions/listen'
