import { useActorSelector } from './useActorSelector.ts'

/** The color scheme, for the `data-scheme` attribute of a root element. */
export const useColorScheme = (): 'light' | 'dark' =>
  useActorSelector('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
