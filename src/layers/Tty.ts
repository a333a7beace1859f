/**
 * The controlling terminal, whatever standard input and output are.
 */
import * as fs from "node:fs"
import * as tty from "node:tty"

const device = "/dev/tty"

const flags = fs.constants.O_RDWR | fs.constants.O_NOCTTY

/** Opens the controlling terminal, `undefined` where there is none. */
export const openTty = (): number | undefined => {
  try {
    const descriptor = fs.openSync(device, flags)
    if (tty.isatty(descriptor)) return descriptor
    fs.closeSync(descriptor)
  } catch {
    // There is none.
  }
  return undefined
}

/** Answers whether there is a controlling terminal. */
export const hasTty = (): boolean => {
  const descriptor = openTty()
  if (descriptor !== undefined) fs.closeSync(descriptor)
  return descriptor !== undefined
}

/** How this process stands to its terminal. */
export interface Standing {
  /** The same for every process on the terminal, as a file may be named. */
  readonly name: string
  /** Whether the terminal's keys go to other programs at the moment. */
  readonly background: boolean
}

/** Answers how this process stands to its terminal, as far as the system tells. */
export const standing = (): Standing => {
  try {
    const text = fs.readFileSync("/proc/self/stat", "utf8")
    // proc(5): state, ppid, pgrp, session, tty_nr and tpgid follow the program's name in parentheses.
    const [, , group, , terminal = "", foreground] = text.slice(text.lastIndexOf(")") + 2).split(" ")
    return { name: `tty-${terminal}`, background: group !== foreground }
  } catch {
    return { name: nameByStreams(), background: false }
  }
}

/** Where the system has no such file, the terminal is most often one of the standard streams. */
const nameByStreams = (): string => {
  for (const stream of [0, 1, 2]) {
    try {
      if (tty.isatty(stream)) return `tty-${fs.fstatSync(stream).rdev}`
    } catch {
      // A closed stream.
    }
  }
  return "tty"
}

/** What is heard from a terminal: keys, or that it is gone. */
export interface Listener {
  readonly input: (text: string) => void
  readonly lost: () => void
}

/** A terminal that hands over every key as it is struck. */
export interface RawTerminal {
  readonly columns: number
  readonly rows: number
  /** Writes text; a terminal that is gone is told to the listener. */
  readonly write: (text: string) => void
  /** Gives the terminal back as it was. */
  readonly close: () => void
}

const signals = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const

/**
 * Takes the terminal's keys until it is closed, the process ends, or a signal ends it: in each case the terminal is
 * given back as it was.
 *
 * @throws where there is no controlling terminal
 */
export const openRaw = (listener: Listener): RawTerminal => {
  const descriptor = openTty()
  if (descriptor === undefined) throw new Error("there is no terminal")
  const source = new tty.ReadStream(descriptor)
  let closed = false
  const restore = (): void => {
    if (closed) return
    closed = true
    process.off("exit", restore)
    for (const signal of signals) process.off(signal, bySignal)
    try {
      source.setRawMode(false)
    } catch {
      // A terminal that is gone has no mode.
    }
    source.destroy()
    sink?.destroy()
  }
  const bySignal = (signal: NodeJS.Signals): void => {
    restore()
    // Whoever else listens decides what becomes of the process; where nobody does it ends, as without us.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const lost = (): void => {
    if (!closed) listener.lost()
  }
  let sink: tty.WriteStream | undefined
  process.once("exit", restore)
  for (const signal of signals) process.on(signal, bySignal)
  try {
    source.setRawMode(true)
    source.setEncoding("utf8")
    source.on("data", (chunk) => listener.input(String(chunk)))
    source.on("end", lost)
    source.on("error", lost)
    source.on("close", lost)
    const writing = openTty()
    if (writing === undefined) throw new Error("the terminal is gone")
    sink = new tty.WriteStream(writing)
    sink.on("error", lost)
  } catch (error) {
    restore()
    throw error
  }
  const out = sink
  const [columns, rows] = sizeOf(out)
  return {
    columns,
    rows,
    write: (text) => {
      if (!closed) out.write(text)
    },
    close: restore
  }
}

const sizeOf = (stream: tty.WriteStream): readonly [columns: number, rows: number] => {
  const { columns, rows } = stream
  return [columns > 0 ? Math.min(100, Math.max(20, columns)) : 80, rows > 0 ? rows : 24]
}

/** Throws away what was typed before it was asked for, so that nothing typed ahead answers a question. */
export const discardTyped = (): void => {
  const descriptor = openTty()
  if (descriptor === undefined) return
  // In raw mode half a line can be read too.
  const mode = new tty.ReadStream(descriptor)
  let reading: number | undefined
  try {
    mode.setRawMode(true)
    reading = fs.openSync(device, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOCTTY)
    const held = new Uint8Array(4096)
    for (let left = maxDiscarded; left > 0; left--) if (fs.readSync(reading, held, 0, held.length, null) === 0) break
  } catch {
    // EAGAIN: nothing is left.
  } finally {
    if (reading !== undefined) fs.closeSync(reading)
    mode.setRawMode(false)
    mode.destroy()
  }
}

/** Reads of 4 KiB; a program that types faster than this reads is not waited for. */
const maxDiscarded = 256
