import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { ViewName } from '../../sdk/index.ts'
import { withRef } from './withRef.ts'

/** Your own view. It has the padding of the skin's views; with `padded: false` it extends to the edges of the card. */
export type OwnView = ComponentType | { readonly component: ComponentType; readonly padded: boolean }

/** Your own views, which replace the skin's. They read the machines and dispatch commands with the hooks. */
export type OwnViews = { readonly [View in ViewName]?: OwnView }

/** Content above and below a view, whether it is the skin's or yours: terms, a line of text, a button. */
export interface OwnSlot {
  readonly before?: ComponentType
  readonly after?: ComponentType
}

/** Content that you add to views without replacing them, by view. */
export type OwnSlots = { readonly [View in ViewName]?: OwnSlot }

/** The names of the replaceable parts; their props are in `OwnParts`. */
export type PartName =
  | 'Button'
  | 'IconButton'
  | 'Row'
  | 'Tag'
  | 'Note'
  | 'Field'
  | 'Picture'
  | 'Avatar'
  | 'QrCode'
  | 'Spinner'

interface Replacements {
  views: OwnViews
  slots: OwnSlots
  parts: { readonly [Name in PartName]?: unknown }
}

/** The views, slots and parts that the app replaces. */
export const ReplacementsContext = createContext<Replacements>({ views: {}, slots: {}, parts: {} })

/** Creates a part that an app may replace. */
export function replaceable<Props extends object>(
  name: PartName,
  render: (props: Props) => ReactNode,
): ComponentType<Props> {
  const Default = withRef(name, render)
  return withRef(name, (props: Props) => {
    // The props depend on the name, which TypeScript cannot infer for a variable.
    const Own = useContext(ReplacementsContext).parts[name] as ComponentType<Props> | undefined
    return Own ? <Own {...props} /> : <Default {...props} />
  })
}
