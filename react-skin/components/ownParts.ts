import type { ComponentType } from 'react'
import type { ButtonProps, IconButtonProps } from './Button.tsx'
import type { FieldProps } from './Field.tsx'
import type { NoteProps } from './Note.tsx'
import type { AvatarProps, PictureProps } from './Picture.tsx'
import type { QrCodeProps } from './QrCode.tsx'
import type { RowProps, TagProps } from './Row.tsx'
import type { PartName } from './replaceable.tsx'

/** The replaceable parts of views. Each receives the same props as the skin's own part. */
export interface OwnParts extends Partial<Record<PartName, unknown>> {
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
