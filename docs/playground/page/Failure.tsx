import { isStatic } from './sandbox.ts'

/** The error screen of the playground. */
export const Failure = ({ error }: { error: unknown }) => (
  <main className="failure">
    <h1>The playground could not start</h1>
    <p>{error instanceof Error ? error.message : String(error)}</p>
    <p>
      {isStatic ? (
        'Reload this page.'
      ) : (
        <>
          Stop it, run <code>npm start</code> again, and reload this page.
        </>
      )}
    </p>
  </main>
)
