/**
 * Options, settings and words with which a program runs another program, or code that stands among its words: what its
 * own table does not tell. From the manual page or the help text of each.
 */

/** What of a program's words makes it run more than its name says. */
export interface Peril {
  /**
   * Tried on each word and the words behind it, with a `\0` between: matched, what follows the match is run, as shell
   * text or as a program's name.
   */
  readonly runs?: RegExp
  /** Tried alike: matched, code runs that is not read. */
  readonly code?: RegExp
  /** Tried on all words from the first on, with a `\0` between: matched, something runs that is not read. */
  readonly opens?: RegExp
  /**
   * Words `NAME=VALUE` set variables as the environment does, and these too name programs; what any holds goes through
   * a shell.
   */
  readonly assigns?: RegExp
  /** What stands behind a double dash is not its own. */
  readonly ends?: true
}

const compiler: Peril = {
  runs: /^-wrapper[=\0]/,
  code: /^(?:-B|--?specs=|-fplugin|-fpass-plugin|-fuse-ld=[^\0]*\/|-Xclang\0-(?:load|plugin|add-plugin)|-load\0|@)/
}
// GNU make manual, 10.3.
const make: Peril = {
  assigns: /^(?:AS|CO|CTANGLE|CWEAVE|GET|LINT|M2C|MAKEINFO|PC|RANLIB|RM|TANGLE|TEX|TEXI2DVI|WEAVE)$/
}
const npmSetting = "(?:script-shell|shell|node-options|git|viewer|browser|editor|init-module|npx|onload-script)"
const npm: Peril = {
  runs: new RegExp(`^--(?:${npmSetting}|script-s\\w*|node-o[\\w-]*)[=\\0]`),
  opens: new RegExp(`^(?:-[^\\0]+\\0)*(?:c(?:onfig)?\\0)?set\\0(?:[^\\0]+\\0)*${npmSetting}[=\\0]`),
  ends: true
}
const pnpm: Peril = {
  runs: /^--(?:config\.)?(?:script-shell|node-options)[=\0]/,
  opens:
    /^(?:-[^\0]+\0)*(?:c(?:onfig)?\0)?set\0(?:[^\0]+\0)*(?:script-?shell|node-?options|pnpmfile|yarn-?path|plugins)[=\0]/i
}
/** Modules of Python's own that run code from their words or their input. */
const python: Peril = {
  code: /^(?:-[bBdEIOPqsSuv]*m\0?(?:timeit|code|asyncio|pdb|idlelib|bdb|sqlite3|pty|doctest|ensurepip\._uninstall|IPython|ptpython|bpython)(?:\0|$)|[^\0]*manage\.py\0(?:shell|dbshell))/
}
const tex: Peril = { code: /^-{1,2}(?:shell-escape|enable-write18)|\\directlua|\\write|\\input\s*\|/ }
const evaluates: Peril = { code: /^(?:-[lnpaw]{0,3}e|--eval|--execute)(?:[=\0]|$)/ }
const apt: Peril = {
  runs: /^(?:-[a-z]*o|--option)[=\0]?[^\0]*(?:invoke|::pre-|::post-|install-pkgs|dir::|solver|planner|pager|methods?::)[^=]*=?/i,
  code: /^(?:-c|--config-file)[=\0]/
}
const pager: Peril = { runs: /^--pager[=\0]/ }
const mongo: Peril = { code: /^--eval[=\0]/ }
const rename: Peril = {
  // The expression of perl's is Perl; a substitution without code is not.
  opens:
    /^(?:-[^\0]+\0)*(?!(?:s|y|tr)([/|,#!:])(?:(?!\1|[`@]|\$[\w{(]|\(\?+\{).)*\1(?:(?!\1|[`@]|\$\{|\$[A-Za-z_(]).)*\1[gimsxr]*(?:\0|$))(?:(?:s|y|tr)[^\w\s]|[^\0]*[(`$;])/
}

/** By program. */
export const perils: Readonly<Record<string, Peril>> = {
  make,
  gmake: make,
  bmake: make,
  cmake: {
    runs: /^-D\0?CMAKE_(?:\w+_COMPILER(?:_LAUNCHER)?|MAKE_PROGRAM|LINKER|AR|RANLIB|CROSSCOMPILING_EMULATOR)(?::\w+)?=(?!(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ccache|sccache|ninja|make)(?:-\d+)?(?:\0|$))/
  },
  ctest: { runs: /^--(?:test-command|build-makeprogram)[=\0]/ },
  go: {
    runs: /^--?(?:exec|toolexec|vettool)[=\0]/,
    code: /^--?ldflags[=\0].*-(?:extld[=\s]|wrapper|fplugin|fuse-ld=[^\0]*\/)/s,
    opens:
      /^env\0-w\0(?:[^\0]+\0)*(?:CC|CXX|AR|FC|PKG_CONFIG|GCCGO|GOFLAGS|GOTOOLCHAIN|GOROOT|GOCACHEPROG|GOAUTH|GOPROXY)=/
  },
  cargo: {
    runs: /^(?:-C|--codegen)[=\0]?linker=/,
    code: /^--config[=\0](?!(?:profile|term|net|http|build\.(?:jobs|target|target-dir|incremental))\b)[^\0]*[=.]/
  },
  rustc: {
    runs: /^(?:-C|--codegen)[=\0]?linker=/,
    code: /^(?:-C|--codegen)[=\0]?(?:linker-flavor|link-args?)=[^\0]*(?:-B|-wrapper|-fplugin|-fuse-ld=[^\0]*\/)/
  },
  gcc: compiler,
  cc: compiler,
  "g++": compiler,
  "c++": compiler,
  clang: compiler,
  "clang++": compiler,
  npm,
  pnpm,
  yarn: pnpm,
  deno: {
    runs: /^--eval[=\0]/,
    code: /^(?:-$|-\0|(?:https?|data|blob):)/,
    opens: /^(?:-[^\0]+\0)*(?:eval|repl|jupyter)(?:\0|$)/
  },
  node: { code: /^(?:--(?:import|loader|experimental-loader|require)[=\0])?data:/ },
  tsx: { code: /^(?:--(?:import|loader|experimental-loader|require)[=\0])?data:/ },
  python,
  php: { code: /^[^\0]*artisan\0(?:tinker|db)(?:\0|$)/ },
  artisan: { opens: /^(?:tinker|db)(?:\0|$)/ },
  "manage.py": { opens: /^(?:shell|shell_plus|dbshell)(?:\0|$)/ },
  // Of an option's name the beginning will do.
  git: {
    runs: /^--(?:exec?|extc\w*|upl[\w-]*|rece[\w-]*|sendmail-c\w*|to-c\w+|cc-c\w+|header-c\w+|httpd?|access-h\w*|smtp-server)[=\0]/,
    code: /^(?:merge-index\0|remote-ext\0|remote-fd\0|shell\0-c)/
  },
  gh: {
    opens:
      /^(?:repo\0clone\0.*\0(?:-u|--upload-pack|-c|--config|--template)(?:[=\0]|[^\0])|alias\0(?:set|import)\0|config\0set\0(?:.*\0)?(?:pager|editor|browser)\0|(?:cs|codespace)\0ssh)/s
  },
  less: {
    code: /^\+(?!\+?(?:[GFg0-9]*|\/[\w.:-]*)(?:\0|$))/,
    runs: /^(?:--lesskey-(?:src|content|file)[=\0]|-[A-Za-z]*k)/
  },
  more: { code: /^\+(?!(?:\d*|\/[\w.:-]*)(?:\0|$))/ },
  man: { runs: /^(?:-[a-zA-Z]*[HP]|--html?[=\0]|--p(?:a|ag|age|ager)[=\0])/, code: /^(?:-[a-z]*C|--config-file)/ },
  wget: { runs: /^(?:(?:-[A-Za-z]*e|--exe\w*=)\0?)?use[-_]?askpass\s*=\s*/i, code: /^--conf\w*[=\0]/ },
  yq: { code: /\bsystem\s*\(/ },
  crontab: { opens: /^(?!(?:-u\0[^\0]+\0)?-[lr](?:\0|$))/ },
  rename,
  prename: rename,
  "file-rename": rename,
  "perl-rename": rename,
  just: { runs: /^(?:-c|--command|--shell|--chooser|--cygpath)[=\0]/ },
  "tsc-watch": { runs: /^--on[A-Za-z]+[=\0]/ },
  tsup: { runs: /^--on[A-Za-z]+[=\0]/ },
  chokidar: { runs: /^(?:-c|--command)[=\0]/ },
  watchmedo: { runs: /^(?:-c|--command)[=\0]/, opens: /^auto-restart\0/ },
  pm2: { opens: /^start\0(?!(?:[^\0]+\.(?:[cm]?js|ts|json|ya?ml)|all|\d+)(?:\0|$))/ },
  ag: pager,
  ack: pager,
  bat: pager,
  batcat: pager,
  delta: pager,
  ugrep: { runs: /^--(?:pager=|filter=|view=)/ },
  ug: { runs: /^--(?:pager=|filter=|view=)/ },
  hg: {
    runs: /^--(?:ssh|remotecmd|tool)[=\0]/,
    code: /^--config[=\0](?!ui\.(?:username|verbose|quiet|color|interactive)=)/,
    opens: /^(?:-[^\0]+\0)*(?:bisect\0(?:.*\0)?(?:-c|--command)|extdiff\0|histedit.*--commands)/s
  },
  svn: { runs: /^--(?:diff-cmd|diff3-cmd|editor-cmd)[=\0]/, code: /^--config-(?:option|dir)[=\0]/ },
  repo: { opens: /^forall\0/ },
  "yt-dlp": {
    runs: /^--(?:exec[\w-]*|downloader|external-downloader|netrc-cmd)[=\0]/,
    code: /^--(?:config-location|plugin-dir)s?[=\0]/
  },
  "youtube-dl": { runs: /^--(?:exec|external-downloader)[=\0]/, code: /^--config-location[=\0]/ },
  aria2c: { runs: /^--on-[\w-]+[=\0]/ },
  tcpdump: { runs: /^-[A-Za-z#]*z/ },
  rpm: { code: /%[({]/ },
  rpmbuild: { code: /%[({]/ },
  apt,
  "apt-get": apt,
  "apt-cache": apt,
  aptitude: apt,
  pandoc: {
    runs: /^(?:-F|--filter[=\0]|--pdf-engine[=\0](?!(?:pdflatex|xelatex|lualatex|tectonic|wkhtmltopdf|weasyprint|typst|context|pdfroff)(?:\0|$)))(?!\0?pandoc-)/,
    code: /^(?:-L|--lua-filter[=\0])/
  },
  pdflatex: tex,
  latex: tex,
  xelatex: tex,
  lualatex: tex,
  pdftex: tex,
  tex,
  latexmk: { code: /^--?(?:e|r)(?:\0|$)|^--?(?:pdf|lua|xe|dvi)?latex=|^--?(?:use)?pretex|^--?shell-escape/ },
  rclone: { runs: /^--(?:password-command|sftp-ssh|metadata-mapper)[=\0]/ },
  restic: { runs: /^(?:--password-command[=\0]|(?:-o|--option)[=\0]?(?:sftp\.command|rclone\.program)=)/ },
  borg: { runs: /^--rsh[=\0]/ },
  sshfs: { runs: /^-o\0?(?:[^\0]*,)?(?:ssh_command|proxycommand|localcommand|knownhostscommand)=/i },
  "ssh-copy-id": { runs: /^-o\0?(?:proxycommand|localcommand|knownhostscommand)[=\0]/i, code: /^-F/ },
  emacsclient: { code: /^(?:-[a-z]*e|--eval)/, runs: /^(?:-a|--alternate-editor)[=\0]/ },
  kubectl: { code: /^--enable-(?:exec|alpha-plugins)/ },
  kustomize: { code: /^--enable-(?:exec|alpha-plugins)/ },
  // It connects by ssh, whose settings may run programs.
  docker: { code: /^(?:-H|--host)[=\0]?ssh:/ },
  helm: { runs: /^--post-renderer[=\0]/ },
  rails: { opens: /^(?:runner|r|console|c|dbconsole|db)(?:\0|$)/ },
  wp: { opens: /^(?:-[^\0]+\0)*(?:eval|eval-file|shell)(?:\0|$)/, code: /^--(?:exec|require|ssh)[=\0]/ },
  octave: evaluates,
  "octave-cli": evaluates,
  matlab: { code: /^-(?:batch|r)(?:\0|$)/ },
  raku: evaluates,
  swipl: { code: /^-[a-z]*[gt]|^--(?:goal|toplevel)/ },
  mix: { opens: /^(?:eval\0|run\0.*(?:-e|--eval|-r|--require)[=\0])/s },
  jruby: evaluates,
  bb: { code: /^(?:-e|--eval|-x\0|\()/ },
  clj: { code: /^(?:-M[^\0]*\0)?(?:-e|--eval)[=\0]/ },
  ocaml: evaluates,
  ghc: evaluates,
  runghc: evaluates,
  swift: { code: /^-e(?:\0|$)/, opens: /^repl/ },
  kotlin: evaluates,
  coffee: evaluates,
  zx: { code: /^(?:-e|--eval[=\0]|https?:|-(?:\0|$))/ },
  "babel-node": { code: /^(?:-e|-p|--eval|--print)(?:[=\0]|$)/ },
  micropython: { code: /^-c/ },
  mongosh: mongo,
  mongo,
  mysqlsh: { code: /^(?:-e|--execute|--py|--js|--python|--javascript|-f|--file)/ },
  electron: evaluates
}

/** Words with which a program that can run anything does not, where all of them stand in the text, a `\0` between. */
export const idle: Readonly<Record<string, RegExp>> = {
  // tmux(1): the other commands run shells, or what a format says.
  tmux: /^(?:-[LS]\0[\w./-]+\0)?(?:ls|list-(?:sessions|windows|panes|clients|keys|commands|buffers)|lsw|lsp|lsc|info|has-session|has|attach|attach-session|a|at|detach|detach-client|capture-pane|capturep|kill-(?:session|window|pane|server)|killp|killw|rename-session|rename-window|select-(?:window|pane)|switch-client|switch|show-buffer|showb)(?:\0[\w@%:.=$/+-]+)*$/,
  // screen(1).
  screen: /^(?:-ls|-list|-wipe|-v|--version)(?:\0[\w.-]+)?$/,
  // sqlite3(1): other commands with a dot, and some functions, run programs, load code or write files.
  sqlite3:
    /^(?:--?(?:header|noheader|csv|json|column|line|list|box|table|markdown|html|readonly|batch|bail|tabs|quote)\0)*(?::memory:|[\w~/][\w~./-]*)(?:\0(?:\.(?:tables?|schema|databases|indexes|indices|dump|fullschema|dbinfo)(?: +[\w.%]+)?|(?![^\0]*\b(?:edit|load_extension|writefile|readfile|fts3_tokenizer|zipfile|fsdir|attach|vacuum)\b)\s*(?:select|insert|update|delete|create|drop|alter|pragma|explain|with|begin|values)\b[^\0]*))+$/i,
  // nix(1).
  nix: /^(?:--extra-experimental-features\0(?:[\w-]+\0)+)?(?:build|flake\0(?:check|show|metadata|update|lock)|path-info|log|eval|hash\0\w+|search)(?:\0(?:--(?:no-link|raw|flake|file|impure|print-build-logs|show-trace|json|print-out-paths|no-update-lock-file|keep-going|dry-run|rebuild|offline|all-systems|no-build)|-f|-L|-v|[\w.][\w.#:/@^?=&+~-]*|#[\w.-]+))*$/
}

/** Of those, the ones whose first word that is no option is a file they read and write. */
export const idleFiles: ReadonlySet<string> = new Set(["sqlite3"])

/** Programs that an option may name where it names the usual one, and which run no other by these options. */
export const usualPrograms =
  /^(?:cat|ssh(?: -[46aCqTvx]| -p ?\d+| -i ?[\w./~-]+| -l ?[\w-]+)*|(?:gzip|pigz|bzip2|pbzip2|lbzip2|xz|pixz|zstd|pzstd|zstdmt|lz4|lzip|plzip|brotli)(?: -\d+| -T ?\d+| -p ?\d+| --ultra| --long(?:=\d+)?| -[cdknqv])*)$/
