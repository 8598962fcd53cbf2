/** The only project that the sandbox's API accepts. The relay accepts every id of this shape: 32 hex digits. */
export const sandboxProject = '1a7c4e90b3d25f68a1c4e90b3d25f687'
