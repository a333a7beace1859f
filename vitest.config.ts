import { defineConfig } from "vitest/config"

export default defineConfig({
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
