import { defineConfig } from "vitest/config"

export default defineConfig({
  // The links import the package by its own name, as an outside author would.
  resolve: {
    alias: [
      { find: /^portcullis$/, replacement: new URL("./src/index.ts", import.meta.url).pathname },
      { find: /^portcullis\/links$/, replacement: new URL("./src/links.ts", import.meta.url).pathname },
      { find: /^portcullis\/pixir$/, replacement: new URL("./src/pixir.ts", import.meta.url).pathname }
    ]
  },
  test: {
    environment: "node",
    include: ["test/**/*.test.ts"],
    maxWorkers: 2,
    // Some tests start a process or search a property; a hang still has to end.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Answers must not hang on who runs the tests or in which terminal.
    env: { NO_COLOR: "1", TZ: "UTC" }
  }
})
