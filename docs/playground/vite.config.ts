import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fileURLToPath } from 'node:url'
import { examplesPlugin } from '../examples/examplesPlugin.ts'
import { sandboxPlugin } from './sandboxPlugin.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), sandboxPlugin(), examplesPlugin()],
  build: {
    rollupOptions: { input: ['index.html', 'phone.html'].map((page) => fileURLToPath(new URL(page, import.meta.url))) },
  },
})
