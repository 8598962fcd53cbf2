import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../react-skin/styles/styles.css'
import './page.css'
import { createPlayground } from './page/createPlayground.ts'
import { Failure } from './page/Failure.tsx'
import { Playground } from './page/Playground.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root.')
const root = createRoot(element)

// A function, because the static build is a classic script, which cannot await.
async function start(): Promise<void> {
  try {
    const playground = await createPlayground(new URLSearchParams(location.search))
    // Exposes the SDK in the browser console.
    Object.assign(window, { latchkey: playground.latchkey })
    root.render(
      <StrictMode>
        <Playground {...playground} />
      </StrictMode>,
    )
  } catch (error) {
    root.render(<Failure error={error} />)
  }
}
void start()
