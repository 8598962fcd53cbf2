import { alertTexts, errorTexts, noticeTexts, type DraftStep, type ViewName } from '../../sdk/index.ts'

/** Every word of the skin in English. `{placeholders}` are filled where a text is shown. */
export const en = {
  titles: {
    Connect: 'Connect Wallet',
    ConnectingExternal: '{wallet}',
    Account: 'Account',
    Networks: 'Choose Network',
    UnsupportedChain: 'Switch Network',
    WalletSend: 'Send',
    WalletSendSelectToken: 'Select Token',
    WalletSendPreview: 'Review send',
    WalletSendConfirmed: 'Sent',
    ApproveTransaction: 'Approve Transaction',
  } satisfies Record<ViewName, string>,
  descriptions: {
    Connect: 'Choose the wallet to connect to this page.',
    ConnectingExternal: 'The connection to your wallet.',
    Account: 'Your account on this page.',
    Networks: 'Choose the network to use on this page.',
    UnsupportedChain: 'Your wallet is on a network that this page does not offer.',
    WalletSend: 'Choose what to send, and to whom.',
    WalletSendSelectToken: 'Choose the token to send.',
    WalletSendPreview: 'Check the transfer before your wallet is asked.',
    WalletSendConfirmed: 'The transfer was handed to the network.',
    ApproveTransaction: 'Your wallet waits for your answer.',
  } satisfies Record<ViewName, string>,
  steps: {
    selectToken: 'Select Token',
    incorrectValue: 'Incorrect Value',
    addAmount: 'Add Amount',
    insufficientFunds: 'Insufficient Funds',
    addAddress: 'Add Address',
    invalidAddress: 'Invalid Address',
    checkingAddress: 'Checking address…',
    preview: 'Preview Send',
  } satisfies Record<DraftStep, string>,
  tabs: { Tokens: 'Tokens' },
  words: {
    back: 'Back',
    close: 'Close',
    cancel: 'Cancel',
    done: 'Done',
    tryAgain: 'Try again',
    loading: 'Loading…',
    viewFailed: 'This part of the page could not be loaded.',

    connectWallet: 'Connect Wallet',
    connecting: 'Connecting...',
    selectNetwork: 'Select Network',
    switchNetwork: 'Switch Network',
    accountOf: 'Account {address}',
    networkOf: 'Network: {network}',

    installed: 'Installed',
    restoring: 'Looking for your last connection…',
    noWallet: 'No wallet found',
    noWalletHelp:
      'Install a wallet extension in this browser and reload the page, or open the page in the browser of your wallet app.',
    findWallet: 'How to get a wallet',
    findWalletUrl: 'https://ethereum.org/wallets/find-wallet/',

    continueIn: 'Continue in {wallet}',
    acceptRequest: 'Accept the connection request in the wallet',
    overdue: 'Nothing happens? The wallet may wait behind another window, or be locked.',
    notConnected: '{wallet} is not connected',
    declinedHelp: 'It can also be declined when an earlier request is still open in the wallet.',
    noAttempt: 'No wallet is being connected.',

    copyAddress: 'Copy address',
    connectedWith: 'Connected with {wallet}',
    send: 'Send',
    disconnect: 'Disconnect',
    disconnecting: 'Disconnecting…',
    holdings: 'What this account holds',
    nothingHeld: 'This account holds nothing here yet.',
    balancesUnsupported: 'Balances of this network are not shown.',
    balancesBlocked: 'You can try again in half a minute.',
    noBalance: '0.00',
    smallest: '<{amount}',

    networks: 'Networks',
    activeNetwork: 'Active',
    switchingTo: 'Confirm the switch to {network} in your wallet',
    addingNetwork: 'Your wallet does not know {network} yet. Confirm there that it may be added.',
    unsupportedChain: "This app doesn't support your current network. Switch to an available option to continue.",

    amount: 'Amount',
    token: 'Token',
    selectToken: 'Select Token',
    sendingToken: 'Token: {symbol}',
    balance: 'Balance {amount} {symbol}',
    max: 'Max',
    maximum: 'Send all there is, less the fee',
    estimating: 'Working out the maximum…',
    receiver: 'To',
    receiverHint: '0x address',
    checkingAddress: 'Checking address…',

    from: 'From',
    to: 'To',
    network: 'Network',
    reviewHelp: 'Review carefully: a transfer cannot be undone.',
    confirmInWallet: 'Confirm in your wallet',

    sentTo: 'Sent to {receiver}',
    hash: 'Transaction',
    viewOn: 'View on {explorer}',
    confirming: 'Waiting for the network to confirm it…',
    confirmed: 'Confirmed by the network',
    reverted: 'The network undid this transaction',
    replaced: 'Another transaction took its place in your wallet',
    unconfirmed: 'Not confirmed yet. We keep looking.',
    notHeard: 'Sent, but not confirmed in time. Your wallet shows what becomes of it.',
    unknown: 'Handed to the network. Your wallet shows whether it is confirmed.',

    approve: 'Approve the request in your wallet',
    closeAlert: 'Close alert',
    groupSeparator: ',',
  },
  errors: errorTexts,
  notices: noticeTexts,
  alerts: alertTexts,
} as const

type Texts<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends string ? string : Texts<Catalogue[Key]>
}

/** The shape of a complete catalogue. */
export type Strings = Texts<typeof en>
/** Some texts of a catalogue, to put in the place of the English ones. */
export type StringsOverride = { readonly [Group in keyof Strings]?: Partial<Strings[Group]> }
