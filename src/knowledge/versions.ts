/**
 * Programs that do more than read, and the one word with which each only tells its version.
 *
 * Here are those that look at nothing a project brings before they have told it. Not here, and why: `pnpm` and `yarn`
 * (package.json and .yarnrc.yml name another release, which is then run), `cargo`, `rustc` and `go` (a toolchain file
 * or go.mod has another toolchain fetched and run), `gradlew` and `mvnw` (the project's own programs).
 */

/** Words that only tell the version, where they are a program's single argument. */
export const versionWords: Readonly<Record<string, ReadonlyArray<string>>> = {
  // npm reads .npmrc, none of whose settings has it run a program for this.
  npm: ["--version", "-v"],
  // GCC manual, 3.2: the driver starts no other program.
  gcc: ["--version"],
  "g++": ["--version"],
  cc: ["--version"],
  "c++": ["--version"],
  clang: ["--version"],
  "clang++": ["--version"],
  // GNU make manual, 9.8: it exits before it reads a makefile.
  make: ["--version", "-v"],
  gmake: ["--version", "-v"],
  cmake: ["--version"],
  ninja: ["--version"],
  tsc: ["--version", "-v"],
  // They read no file of settings before. vim(1), gdb(1), psql(1), emacs(1), ssh(1).
  vim: ["--version"],
  nvim: ["--version", "-v"],
  emacs: ["--version"],
  gdb: ["--version", "-v"],
  lldb: ["--version", "-v"],
  psql: ["--version", "-V"],
  mysql: ["--version", "-V"],
  sqlite3: ["--version", "-version"],
  tmux: ["-V"],
  nix: ["--version"],
  ssh: ["-V"]
}
