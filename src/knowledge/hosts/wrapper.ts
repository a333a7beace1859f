/**
 * What the wrapper that hosts run is called.
 */

/** The name of every wrapper we write; a hook that runs a file of this name is ours. */
export const wrapperName = "portcullis-hook"
