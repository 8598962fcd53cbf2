import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'latchkey/react/styles.css'
import { App } from './App'
import './style.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
