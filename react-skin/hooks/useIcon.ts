import { useCallback, useSyncExternalStore } from 'react'
import type { IconSubject } from '../../sdk/index.ts'
import { useLatchkey } from './useLatchkey.ts'

const NOTHING = () => {}

/**
 * Returns the icon of the option `icons`, and loads it.
 * @param subject What it shows; `undefined` for none. Compared by its fields.
 * @returns A data URL, `null` if there is none, or `undefined` while it is loaded.
 */
export function useIcon(subject: IconSubject | undefined): string | null | undefined {
  const latchkey = useLatchkey()
  const key = JSON.stringify(subject)
  const watch = useCallback(
    (listener: () => void) => (subject ? latchkey.watchIcon(subject, listener) : NOTHING),
    // oxlint-disable-next-line exhaustive-deps
    [latchkey, key],
  )
  const read = () => (subject ? latchkey.getIcon(subject) : null)
  return useSyncExternalStore(watch, read, read)
}

/** Whether showing an image needs no request to another host: it is a data URL, or a path of the app. */
const isLocal = (url: string): boolean => !/^(https?:)?\/\//i.test(url)

/**
 * Returns the image to show: one without a request to another host, if there is any. While the icon set is loaded, no image of another
 * host is shown.
 * @param subject What the image shows.
 * @param url The image that the wallet, the app or the API names.
 */
export function useImage(subject: IconSubject | undefined, url: string | undefined): string | undefined {
  const own = url !== undefined && isLocal(url) ? url : undefined
  const icon = useIcon(own === undefined ? subject : undefined)
  return own ?? (icon === null ? url : icon)
}
