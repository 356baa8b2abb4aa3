import './look/theme.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { LookProvider } from './look/look.tsx'
import { TextsProvider } from './texts/texts.tsx'

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 1000, refetchOnWindowFocus: true } } })

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LookProvider>
          <TextsProvider>
            <App />
          </TextsProvider>
        </LookProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
