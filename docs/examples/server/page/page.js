import { createLatchkey, networks } from './latchkey/latchkey.js'

const latchkey = createLatchkey({
  networks,
  embedded: false,
  siwx: { statement: 'Sign in to the example.', server: new URL('/sign-in', location.href).href },
})
document.querySelector('latchkey-button').latchkey = latchkey

const [known, leave] = ['known', 'leave'].map((id) => document.getElementById(id))

/** Shows the sign-in state of the server. */
async function ask() {
  const { sessions } = await (await fetch('/sign-in/sessions')).json()
  known.textContent = sessions.length > 0 ? `Signed in: ${sessions[0].data.accountAddress}` : 'Nobody is signed in'
  leave.hidden = sessions.length === 0
}

let status
latchkey.subscribe(({ signIn }) => {
  if (signIn.status !== status) void ask()
  status = signIn.status
})
leave.addEventListener('click', () => void latchkey.signOut())
