/** Files share a page. Each starts with nothing rendered, at the page's usual size. */
import '../../machines/shared/errors/featureTexts.ts'
import { beforeAll, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'

beforeAll(() => page.viewport(414, 896))
// The library registers this only when it is loaded for the first time.
beforeEach(cleanup)
