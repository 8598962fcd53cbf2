import { useCallback, useSyncExternalStore } from 'react'
import type { IconId } from '../../sdk/index.ts'
import { useLatchkey } from './useLatchkey.ts'

const NOTHING = () => {}

/**
 * Returns the icon of the option `icons`, and loads it.
 * @param id What it shows; `undefined` for none.
 * @returns A data URL, `null` if there is none, or `undefined` while it is loaded.
 */
export function useIcon(id: IconId | undefined): string | null | undefined {
  const latchkey = useLatchkey()
  const watch = useCallback((listener: () => void) => (id ? latchkey.watchIcon(id, listener) : NOTHING), [latchkey, id])
  const read = () => (id ? latchkey.getIcon(id) : null)
  return useSyncExternalStore(watch, read, read)
}

/** Whether showing an image needs no request to another host: it is a data URL, or a path of the app. */
const isLocal = (url: string): boolean => !/^(https?:)?\/\//i.test(url)

/**
 * Returns the image to show: one without a request to another host, if there is any. While the icon set is loaded, no image of another
 * host is shown.
 * @param id What the image shows.
 * @param url The image that the wallet, the app or the API names.
 */
export function useImage(id: IconId | undefined, url: string | undefined): string | undefined {
  const own = url !== undefined && isLocal(url) ? url : undefined
  const icon = useIcon(own === undefined ? id : undefined)
  return own ?? (icon === null ? url : icon)
}
