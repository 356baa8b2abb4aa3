import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Built by the bootstrap into dist/, which the server sends at /ui. */
export default defineConfig({
  base: '/ui/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing inline: the policy of the page forbids it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8000', '/readyz': 'http://127.0.0.1:8000', '/healthz': 'http://127.0.0.1:8000' } },
})
