import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { ViewName } from '../sdk/index.ts'
import type { ButtonProps, IconButtonProps } from './parts/Button.tsx'
import type { FieldProps } from './parts/Field.tsx'
import type { NoteProps } from './parts/Note.tsx'
import type { AvatarProps, PictureProps } from './parts/Picture.tsx'
import type { QrCodeProps } from './parts/QrCode.tsx'
import type { RowProps, TagProps } from './parts/Row.tsx'
import { withRef } from './withRef.ts'

/** A view of your own. It has the padding of the skin's views; `padded: false` lets it reach the edges of the card. */
export type OwnView = ComponentType | { readonly component: ComponentType; readonly padded: boolean }

/** Views of your own, in the place of the skin's. Each reads the machines and sends to them with the hooks. */
export type OwnViews = { readonly [View in ViewName]?: OwnView }

/** What stands above and below a view, whether that is the skin's or yours: terms, a line, a button. */
export interface OwnSlot {
  readonly before?: ComponentType
  readonly after?: ComponentType
}

/** What you add to views without replacing them, by view. */
export type OwnSlots = { readonly [View in ViewName]?: OwnSlot }

/** The parts that views are made of and that can be replaced; each takes what the skin's own takes. */
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

/** What a site has put in the place of the skin's own. */
export const SwapContext = createContext<Swapped>({ views: {}, slots: {}, parts: {} })

/** A part that a site may replace. */
export function swappable<Name extends keyof OwnParts, Props extends object>(
  name: Name,
  render: (props: Props) => ReactNode,
): ComponentType<Props> {
  const Default = withRef(name, render)
  return withRef(name, (props: Props) => {
    // The table says for each name which props its part takes; a name that is a variable cannot.
    const Own = useContext(SwapContext).parts[name] as ComponentType<Props> | undefined
    return Own ? <Own {...props} /> : <Default {...props} />
  })
}
