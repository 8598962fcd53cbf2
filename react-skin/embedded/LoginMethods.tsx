import { loadable } from '../shell/loadable.ts'
import { LazyPart } from '../components/LazyPart.tsx'

const emailForm = loadable(async () => (await import('./EmailForm.tsx')).EmailForm)
const socialButtons = loadable(async () => (await import('./SocialButtons.tsx')).SocialButtons)

/** A sign-in method of the embedded wallet. It reserves its space until it is loaded. */
export const LoginMethods = ({ method }: { method: 'email' | 'social' }) =>
  method === 'email' ? (
    <LazyPart part={emailForm}>
      <div data-part="email" data-loading="" aria-busy="true" />
    </LazyPart>
  ) : (
    <LazyPart part={socialButtons}>
      <div data-part="socials" data-loading="" aria-busy="true" />
    </LazyPart>
  )
