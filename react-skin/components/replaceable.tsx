import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { ViewName } from '../../sdk/index.ts'
import type { ButtonProps, IconButtonProps } from './Button.tsx'
import type { FieldProps } from './Field.tsx'
import type { NoteProps } from './Note.tsx'
import type { AvatarProps, PictureProps } from './Picture.tsx'
import type { QrCodeProps } from './QrCode.tsx'
import type { RowProps, TagProps } from './Row.tsx'
import { withRef } from './withRef.ts'

/** Your own view. It has the padding of the skin's views; with `padded: false` it extends to the edges of the card. */
export type OwnView = ComponentType | { readonly component: ComponentType; readonly padded: boolean }

/** Your own views, which replace the skin's. They read the machines and send commands with the hooks. */
export type OwnViews = { readonly [View in ViewName]?: OwnView }

/** Content above and below a view, whether it is the skin's or yours: terms, a line of text, a button. */
export interface OwnSlot {
  readonly before?: ComponentType
  readonly after?: ComponentType
}

/** Content that you add to views without replacing them, by view. */
export type OwnSlots = { readonly [View in ViewName]?: OwnSlot }

/** The replaceable parts of views. Each receives the same props as the skin's own part. */
export interface OwnParts {
  Button?: ComponentType<ButtonProps>
  IconButton?: ComponentType<IconButtonProps>
  Row?: ComponentType<RowProps>
  Tag?: ComponentType<TagProps>
  Note?: ComponentType<NoteProps>
  Field?: ComponentType<FieldProps>
  Picture?: ComponentType<PictureProps>
  Avatar?: ComponentType<AvatarProps>
  QrCode?: ComponentType<QrCodeProps>
  Spinner?: ComponentType
}

interface Swapped {
  views: OwnViews
  slots: OwnSlots
  parts: OwnParts
}

/** The views, slots and parts that the app replaces. */
export const SwapContext = createContext<Swapped>({ views: {}, slots: {}, parts: {} })

/** Creates a part that an app may replace. */
export function swappable<Name extends keyof OwnParts, Props extends object>(
  name: Name,
  render: (props: Props) => ReactNode,
): ComponentType<Props> {
  const Default = withRef(name, render)
  return withRef(name, (props: Props) => {
    // The props depend on the name, which TypeScript cannot infer for a variable.
    const Own = useContext(SwapContext).parts[name] as ComponentType<Props> | undefined
    return Own ? <Own {...props} /> : <Default {...props} />
  })
}
