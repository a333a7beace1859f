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
  /** Tried alike: matched, what follows the match may be a command. */
  readonly glimpses?: RegExp
  /**
   * Words `NAME=VALUE` set variables as the environment does, and these too name programs; what any holds goes through
   * a shell.
   */
  readonly assigns?: RegExp
  /** What stands behind a double dash is not its own. */
  readonly ends?: true
}

const compiler: Peril = {
  runs: /^--?wrapper[=\0]/,
  code: /^(?:-B|--(?:prefix|ld-path|config|gcc-toolchain)\b|--?specs=|-fplugin|-fpass-plugin|-fuse-ld=[^\0]*\/|-Xclang\0-(?:load|plugin|add-plugin)|-load\0|@)/
}
const plugged: Peril = { code: /^--?plugin[=\0]/ }
/** What a build of these names, which stand behind the system's, is: `arm-none-eabi-gcc`. */
export const crossTools = /-(gcc|g\+\+|c\+\+|cpp|clang|clang\+\+|gfortran|ld|ar|nm|ranlib)$/
// GNU make manual, 10.3.
const make: Peril = {
  assigns: /^(?:\.SHELLFLAGS|AS|CO|CTANGLE|CWEAVE|GET|LINT|M2C|MAKEINFO|PC|RANLIB|RM|TANGLE|TEX|TEXI2DVI|WEAVE)$/
}
const npmSetting = "(?:script-shell|shell|node-options|git|viewer|browser|editor|init-module|npx|onload-script)"
/** `npm init NAME` runs a package. */
const initialised = "^(?:-[^\\0]+\\0(?:[^-\\0][^\\0]*\\0)?)*?in(?:it?|n\\w*)\\0(?:-[^\\0]*\\0)*(?!-)"
const npm: Peril = {
  runs: new RegExp(`^--(?:${npmSetting}|script-s\\w*|node-o[\\w-]*)[=\\0]`),
  opens: new RegExp(`${initialised}|^(?:-[^\\0]+\\0)*(?:c(?:onfig)?\\0)?set\\0(?:[^\\0]+\\0)*${npmSetting}[=\\0]`),
  ends: true
}
const pnpm: Peril = {
  runs: /^--(?:config\.)?(?:script-shell|node-options)[=\0]/,
  glimpses: /^workspaces?\0(?:[^\0]+\0)*?run\0(?:-[^\0]+\0)*/,
  opens: new RegExp(
    `${initialised}|^(?:-[^\\0]+\\0)*(?:c(?:onfig)?\\0)?set\\0(?:[^\\0]+\\0)*(?:script-?shell|node-?options|pnpmfile|yarn-?path|plugins)[=\\0]`,
    "i"
  )
}
/** Modules of Python's own that run code from their words or their input. */
const python: Peril = {
  code: /^(?:-[bBdEIOPqsSuv]*m\0?(?:timeit|code|asyncio|pdb|idlelib|bdb|sqlite3|pty|doctest|ensurepip\._uninstall|IPython|ptpython|bpython|django\0(?:db)?shell)(?:\0|$)|[^\0]*manage\.py\0(?:shell|dbshell))/
}
// Of an option's name the beginning will do.
const tex: Peril = { code: /^-{1,2}(?:shell-e|ena|lua(?:only)?[=\0])|\\directlua|\\write|\\input\s*\|/ }
const kustomize: Peril = { runs: /^--helm-command[=\0]/, code: /^--enable-(?:exec|alpha-plugins)/ }
const evaluates: Peril = { code: /^(?:-[lnpaw]{0,3}e|--eval|--execute)(?:[=\0]|$)/ }
const apt: Peril = {
  runs: /^(?:-[a-z]*o|--option)[=\0]?[^\0]*(?:invoke|::pre-|::post-|install-pkgs|auto-?detect|dir::|solver|planner|pager|methods?::)[^=]*=?/i,
  code: /^(?:-c|--config-file)[=\0]/
}
const django: Peril = { opens: /^(?:shell|shell_plus|dbshell)(?:\0|$)/ }
const pager: Peril = { runs: /^--pager[=\0]/ }
const rpm: Peril = {
  runs: /^--pipe[=\0]/,
  // In a format `%{` begins a tag, else a macro.
  code: /%\(|^(?:-[ED]|--define|--eval)[=\0]?[^\0]*%\{|^--(?:load|macros)[=\0]/
}
const mongo: Peril = { code: /^--eval[=\0]/ }
const rename: Peril = {
  code: /^(?:-[a-z]*e|--expr\w*)(?![=\0]?(?:s|y|tr)[^\w\s])/,
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
    runs: /^-D\0?CMAKE_(?:\w+_(?:COMPILER(?:_LAUNCHER|_AR|_RANLIB)?|CLANG_TIDY|CPPCHECK|CPPLINT|(?:INCLUDE|LINK)_WHAT_YOU_USE|LINKER_LAUNCHER)|MAKE_PROGRAM|LINKER|AR|NM|RANLIB|OBJCOPY|STRIP|RULE_LAUNCH_\w+|TEST_LAUNCHER|CROSSCOMPILING_EMULATOR)(?::\w+)?=(?!(?:\/(?:usr\/(?:local\/)?)?bin\/)?(?:(?:\w+-)*(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ar|nm|ranlib|strip|objcopy|ld)|ccache|sccache|ninja|make|nvcc|clang-tidy|cppcheck|cpplint|include-what-you-use|iwyu)(?:-\d+)?(?:\0|$))/,
    // What is not the project's own says what is run, as that does.
    code: /^(?:-D\0?CMAKE_(?:PROJECT_(?:TOP_LEVEL_INCLUDES|(?:\w+_)?INCLUDE(?:_BEFORE)?)|TOOLCHAIN_FILE|USER_MAKE_RULES\w*)(?::\w+)?=|--toolchain[=\0])(?!\w[\w/-]*\.cmake(?:\0|$))/,
    opens:
      /^--build\0(?:(?!--\0)[^\0]*\0)*--\0(?:.*\0)?(?:--(?:ev|f|mak)|-[a-z]*[Ef]|(?!(?:V|VERBOSE|ARGS|DESTDIR)=)[\w.]+\s*[:?+!]*=)/s,
    glimpses: /^-E\0(?=(?:rm|cat|touch|tar)\0)/
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
    code: /^(?:--config[=\0](?!(?:profile|term|net|http|build\.(?:jobs|target|target-dir|incremental))\b)[^\0]*[=.]|(?:-C|--codegen)[=\0]?link-args?=[^\0]*(?:-B|-wrapper|-fplugin|-fuse-ld=[^\0]*\/))/,
    // Behind a toolchain's name.
    opens: /^\+[^\0]+\0(?:-[^\0]+\0)*watch(?:\0|$)/
  },
  rustc: {
    runs: /^(?:-C|--codegen)[=\0]?linker=/,
    code: /^@|^(?:-C|--codegen)[=\0]?(?:linker-flavor|link-args?)=[^\0]*(?:-B|-wrapper|-fplugin|-fuse-ld=[^\0]*\/)/
  },
  gcc: compiler,
  cc: compiler,
  "g++": compiler,
  "c++": compiler,
  clang: compiler,
  "clang++": compiler,
  c89: compiler,
  c99: compiler,
  cpp: compiler,
  gfortran: compiler,
  nvcc: { runs: /^(?:-ccbin|--compiler-bindir)[=\0](?!(?:gcc|g\+\+|clang|clang\+\+)(?:-\d+)?(?:\0|$))/ },
  ld: plugged,
  ar: plugged,
  nm: plugged,
  ranlib: plugged,
  java: { code: /^@/ },
  javac: { code: /^(?:@|-J-(?!X(?:m[snx]|ss)\d|Dfile\.)|--?processor-?path\b|-Xplugin)/ },
  mvn: { runs: /^-D\0?exec\.executable=/ },
  npm,
  pnpm,
  yarn: pnpm,
  deno: {
    runs: /^--eval[=\0]/,
    code: /^(?:-$|-\0|(?:--(?:import|preload|require)[=\0])?(?:https?|data|blob):)/,
    opens: /^(?:-[^\0]+\0)*(?:eval|repl|jupyter)(?:\0|$)/
  },
  node: { code: /^(?:--(?:import|loader|experimental-loader|require)[=\0])?data:/ },
  tsx: { code: /^(?:--(?:import|loader|experimental-loader|require)[=\0])?data:/ },
  python,
  // Of a command's name the beginning will do.
  php: { code: /^[^\0]*artisan\0(?:ti\w*|db)(?:\0|$)/ },
  artisan: { opens: /^(?:ti\w*|db)(?:\0|$)/ },
  sail: { opens: /^(?:a(?:rt(?:isan)?)?\0(?:ti\w*|db)|tinker)(?:\0|$)/ },
  "manage.py": django,
  "django-admin": django,
  flask: { opens: /^(?:-[^\0]+\0(?:[^\0-][^\0]*\0)?)*?shell(?:\0|$)/ },
  // Of an option's name the beginning will do.
  git: {
    runs: /^--(?:exec?|extc\w*|upl[\w-]*|rece[\w-]*|sendmail-c\w*|to-c\w+|cc-c\w+|header-c\w+|httpd?|access-h\w*|smtp-server)[=\0]/,
    code: /^(?:--(?:filename|message|name|email|refname|blob|commit|tag|reset|done|file-info)-c|merge-index\0|remote-ext\0|remote-fd\0|shell\0-c)/
  },
  gh: {
    opens:
      /^(?:repo\0clone\0.*\0(?:-u|-c|--up|--co|--te).|alias\0(?:set|import)\0|config\0set\0(?:.*\0)?(?:pager|editor|browser)\0|(?:cs|codespace)\0ssh)/s
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
  just: {
    runs: /^(?:-c|--command|--shell|--chooser|--cygpath)[=\0]/,
    code: /^(?:-f|--justfile)[=\0]?(?:-|\/dev\/|\/proc\/)/
  },
  task: { code: /^(?:-t|--taskfile)[=\0]?(?:-|\/dev\/|\/proc\/)/ },
  "tsc-watch": { runs: /^--on[A-Za-z]+[=\0]/ },
  tsup: { runs: /^--on[A-Za-z]+[=\0]/ },
  chokidar: { runs: /^(?:-c|--command)[=\0]/ },
  watchmedo: { runs: /^(?:-c|--command)[=\0]/, opens: /^auto-restart\0/ },
  pm2: {
    runs: /^--interpreter[=\0](?!(?:node|bun|deno|tsx|ts-node|python[\d.]*|php|ruby|perl|bash|sh|none)(?:\0|$))/,
    opens: /^start\0(?!(?:[^\0]+\.(?:[cm]?js|ts|json|ya?ml)|all|\d+)(?:\0|$))/
  },
  ag: pager,
  ack: pager,
  bat: pager,
  batcat: pager,
  delta: pager,
  ugrep: { runs: /^--(?:pager=|filter=|view=)/ },
  ug: { runs: /^--(?:pager=|filter=|view=)/ },
  hg: {
    runs: /^--(?:ssh?|remo\w*|tool?)[=\0]/,
    code: /^--config[=\0](?!ui\.(?:username|verbose|quiet|color|interactive)=)/,
    opens:
      /^(?:-[^\0]+\0)*(?:bisect\0(?:.*\0)?(?:-c|--command)|(?:clone|pull|push|in\w*|out\w*|id\w*)\0(?:.*\0)?-[a-zA-Z]*e|(?:merge|resolve)\0(?:.*\0)?-[a-z]*t|extdiff\0|histedit.*--commands)/s
  },
  jj: { runs: /^--tool[=\0]/, code: /^--config(?:-toml|-file)?[=\0](?!(?:ui\.(?:color|paginate|quiet)|user\.\w+)=)/ },
  svn: { runs: /^--(?:diff-cmd|diff3-cmd|editor-cmd)[=\0]/, code: /^--config-(?:option|dir)[=\0]/ },
  repo: { opens: /^forall\0/ },
  "yt-dlp": {
    runs: /^--(?:exec[\w-]*|downloader|external-downloader|netrc-cmd)[=\0]/,
    code: /^--(?:config-location|plugin-dir)s?[=\0]/
  },
  "youtube-dl": { runs: /^--(?:exec|external-downloader)[=\0]/, code: /^--config-location[=\0]/ },
  aria2c: { runs: /^--on-[\w-]+[=\0]/ },
  tcpdump: { runs: /^-[A-Za-z#]*z/ },
  rpm,
  rpmbuild: rpm,
  dpkg: { runs: /^--(?:pre-invoke|post-invoke|status-logger)[=\0]/ },
  apt,
  "apt-get": apt,
  "apt-cache": apt,
  aptitude: apt,
  pandoc: {
    runs: /^(?:-F|--fil\w*[=\0]|--pdf-e\w*[=\0](?!(?:pdflatex|xelatex|lualatex|tectonic|wkhtmltopdf|weasyprint|typst|context|pdfroff)(?:\0|$)))(?!\0?pandoc-)/,
    code: /^(?:-[Ld]|--(?:lua-f|def)[\w-]*[=\0]|(?:-[frtw]|--(?:from|read|to|write)[=\0])\0?[^\0]*\.lua(?:\0|$))/
  },
  pdflatex: tex,
  latex: tex,
  xelatex: tex,
  lualatex: tex,
  pdftex: tex,
  luatex: tex,
  luahbtex: tex,
  xetex: tex,
  etex: tex,
  tex,
  latexmk: { code: /^--?(?:e|r)(?:\0|$)|^--?(?:pdf|lua|xe|dvi)?latex=|^--?(?:use)?pretex|^--?shell-escape/ },
  rclone: { runs: /^--(?:password-command|sftp-ssh|metadata-mapper)[=\0]/ },
  restic: { runs: /^(?:--password-command[=\0]|(?:-o|--option)[=\0]?(?:sftp\.command|rclone\.program)=)/ },
  borg: { runs: /^--rsh[=\0]/ },
  sshfs: { runs: /^-o\0?(?:[^\0]*,)?(?:ssh_command|proxycommand|localcommand|knownhostscommand)=/i },
  "ssh-copy-id": { runs: /^-o\0?(?:proxycommand|localcommand|knownhostscommand)[=\0]/i, code: /^-F/ },
  emacsclient: { code: /^(?:-[a-z]*e|--eval)/, runs: /^(?:-a|--alternate-editor)[=\0]/ },
  kubectl: kustomize,
  kustomize,
  // It connects by ssh, whose settings may run programs.
  docker: { code: /^(?:-H|--host)[=\0]?ssh:/ },
  helm: { runs: /^--post-renderer[=\0]/ },
  rails: { opens: /^(?:runner|r|console|c|dbconsole|db)(?:\0|$)/ },
  wp: { opens: /^(?:[@-][^\0]+\0)*(?:eval|eval-file|shell)(?:\0|$)/, code: /^--(?:exec|require|ssh)[=\0]/ },
  octave: evaluates,
  "octave-cli": evaluates,
  matlab: { code: /^-(?:batch|r)(?:\0|$)/ },
  raku: evaluates,
  swipl: { code: /^-[a-z]*[gt]|^--(?:goal|toplevel)/ },
  hatch: { glimpses: /^(?:[^\0]+\0)*?run\0[\w.-]+:/ },
  tox: { code: /^(?:-x|--override)[=\0]?[^\0]*command/ },
  mix: { opens: /^(?:eval\0|cmd\0|do\0(?:.*\0)?(?:eval|cmd)\0|run\0.*(?:-e|--eval|-r|--require)[=\0])/s },
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
    /^(?:--?(?:header|noheader|csv|json|column|line|list|box|table|markdown|html|readonly|batch|bail|tabs|quote)\0)*(?::memory:|[\w~/][\w~./-]*)(?:\0(?:\.(?:tables?|schema|databases|indexes|indices|dump|fullschema|dbinfo)(?: +[\w.%]+)?|(?![^\0]*(?:\n\s*\.|\b(?:edit|load_extension|writefile|readfile|fts3_tokenizer|zipfile|fsdir|attach|vacuum)\b))\s*(?:select|insert|update|delete|create|drop|alter|pragma|explain|with|begin|values)\b[^\0]*))+$/i,
  // nix(1).
  nix: /^(?:--extra-experimental-features\0(?:[\w-]+\0)+)?(?:build|flake\0(?:check|show|metadata|update|lock)|path-info|log|eval|hash\0\w+|search)(?:\0(?:--(?:no-link|raw|flake|file|impure|print-build-logs|show-trace|json|print-out-paths|no-update-lock-file|keep-going|dry-run|rebuild|offline|all-systems|no-build)|-f|-L|-v|[\w.][\w.#:/@^?=&+~-]*|#[\w.-]+))*$/
}

/** Of those, the ones whose first word that is no option is a file they read and write. */
export const idleFiles: ReadonlySet<string> = new Set(["sqlite3"])

/** Programs that an option may name where it names the usual one, and which run no other by these options. */
export const usualPrograms =
  /^(?:cat|(?:less|more)(?: -[eEFgiIMmNnQqRrSsXx0-9]+)*|ssh(?: -[46aCqTvx]| -p ?\d+| -i ?[\w./~-]+| -l ?[\w-]+)*|(?:gzip|pigz|bzip2|pbzip2|lbzip2|xz|pixz|zstd|pzstd|zstdmt|lz4|lzip|plzip|brotli)(?: -\d+| -T ?\d+| -p ?\d+| --ultra| --long(?:=\d+)?| -[cdknqv])*)$/
