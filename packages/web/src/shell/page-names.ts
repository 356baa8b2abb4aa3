/** The pages that the navigation leads to, in its order. */
export const pageNames = ['runs', 'skills', 'exec', 'engines', 'deliveries', 'settings'] as const
