import jsQR from 'jsqr'

/** Reads the QR code in an image. Rejects if there is none. */
export async function readCode(picture: Blob): Promise<string> {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot look at pictures.')
  context.drawImage(bitmap, 0, 0)
  const code = jsQR(context.getImageData(0, 0, width, height).data, width, height)
  if (!code) throw new Error('There is no code in this picture.')
  return code.data
}
