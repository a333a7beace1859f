/**
 * Environment variables that make a program run another one, load code, or read its commands from elsewhere.
 */

/** What setting a variable decides, and the variables that do, a blank between. */
const decisions: Readonly<Record<string, string>> = {
  "which programs run": "PATH EXECIGNORE BASH_CMDS BASH_ALIASES",
  "whose configuration programs read": "HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS",
  "whose data programs load": "XDG_DATA_HOME",
  "what bash runs first": "BASH_ENV",
  "which functions run": "FUNCNEST FPATH",
  "what sh runs first": "ENV",
  "what zsh runs first": "ZDOTDIR",
  "where the shell ends words": "IFS",
  "which files a glob names": "GLOBIGNORE",
  "what the shell expands before a command": "PS0 PS1 PS2 PS4",
  "what the shell runs before it prompts": "PROMPT_COMMAND",
  "how the shell reads its text": "SHELLOPTS BASHOPTS BASH_COMPAT POSIXLY_CORRECT",
  "what code the shell loads": "BASH_LOADABLES_PATH",
  "where cd goes": "CDPATH OLDPWD",
  "where popd goes": "DIRSTACK",
  "what keys run": "INPUTRC",
  "which shell programs run": "SHELL CONFIG_SHELL",
  "which program shows output":
    "PAGER MANPAGER SYSTEMD_PAGER BAT_PAGER DELTA_PAGER AWS_PAGER GH_PAGER PSQL_PAGER BAT_OPTS BAT_CONFIG_PATH BAT_CONFIG_DIR",
  "what less runs": "LESS LESSOPEN LESSCLOSE LESSKEY LESSKEYIN LESSKEY_CONTENT LESSKEYIN_SYSTEM LESSKEY_SYSTEM",
  "which editor runs":
    "EDITOR VISUAL FCEDIT SUDO_EDITOR KUBE_EDITOR GH_EDITOR LESSEDIT HGEDITOR SVN_EDITOR SYSTEMD_EDITOR PSQL_EDITOR ALTERNATE_EDITOR JJ_EDITOR",
  "which browser runs": "BROWSER GH_BROWSER",
  "which program asks for a password": "SSH_ASKPASS SUDO_ASKPASS",
  "which program connects": "RSYNC_RSH CVS_RSH SVN_SSH RSYNC_CONNECT_PROG BORG_RSH",
  "where containers run": "DOCKER_HOST",
  "which credential helper runs": "DOCKER_CONFIG",
  "which credential plugin runs": "KUBECONFIG",
  "which credential process runs": "AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE",
  "what rg runs": "RIPGREP_CONFIG_PATH",
  "what fzf runs": "FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS FZF_DEFAULT_OPTS_FILE",
  "what tar runs": "TAR_OPTIONS",
  "what gzip does": "GZIP",
  "what zip does": "ZIPOPT",
  "what unzip does": "UNZIP UNZIPOPT",
  "what man runs": "MANOPT",
  "what grep does": "GREP_OPTIONS",
  "what wget does": "WGETRC SYSTEM_WGETRC",
  "what curl does": "CURL_HOME",
  "which credentials are sent": "NETRC",
  "what code perl loads": "PERL5LIB PERLLIB PERL5OPT PERL5DB",
  "what code python loads": "PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONBREAKPOINT PYTHONUSERBASE PYTHONWARNINGS",
  "what code pytest loads": "PYTEST_ADDOPTS PYTEST_PLUGINS",
  "what code ruby loads": "RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_GEMFILE",
  "what code node loads": "NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE",
  "what code lua loads": "LUA_INIT LUA_PATH LUA_CPATH",
  "what code php loads": "PHPRC PHP_INI_SCAN_DIR",
  "what code R loads": "R_PROFILE R_PROFILE_USER R_ENVIRON R_LIBS R_LIBS_USER R_ENVIRON_USER",
  "what code julia loads": "JULIA_LOAD_PATH JULIA_DEPOT_PATH",
  "what code java loads": "CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS JAVA_OPTS JVM_OPTS",
  "which java runs": "JAVA_HOME JAVACMD JAVA_CMD",
  "what code maven loads": "MAVEN_OPTS MAVEN_ARGS",
  "what code gradle loads": "GRADLE_OPTS GRADLE_USER_HOME",
  "what code ant loads": "ANT_OPTS",
  "what code sbt loads": "SBT_OPTS",
  "what make runs": "MAKEFLAGS MAKEFILES GNUMAKEFLAGS MAKE",
  "which compiler runs":
    "CC CXX CPP COMPILER_PATH GCC_EXEC_PREFIX RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC RUSTUP_TOOLCHAIN GOROOT GOTOOLCHAIN FC GCCGO CUDACXX CUDAHOSTCXX",
  "which linker runs": "LD RUSTFLAGS",
  "which archiver runs": "AR",
  "what code the compiler loads": "CFLAGS CXXFLAGS CPPFLAGS",
  "what code the linker loads": "LDFLAGS",
  "what go runs": "GOFLAGS GOENV GOCACHEPROG GOAUTH PKG_CONFIG",
  "where code comes from": "GOPROXY GONOSUMDB",
  "what code go loads": "GOPATH",
  "what code openssl loads": "OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES",
  "what code programs load": "GCONV_PATH GTK_MODULES GIO_EXTRA_MODULES QT_PLUGIN_PATH",
  "what psql runs": "PSQLRC",
  "what code psql loads": "PGSERVICEFILE PGSYSCONFDIR PGSSLKEY",
  "what mysql reads": "MYSQL_HOME",
  "what code mysql loads": "LIBMYSQL_PLUGINS LIBMYSQL_PLUGIN_DIR",
  "where sqlite writes": "SQLITE_HISTORY",
  "what vim runs": "VIMINIT EXINIT VIM VIMRUNTIME",
  "what emacs runs": "EMACSLOADPATH",
  "what screen runs": "SCREENRC",
  "where the shell writes": "HISTFILE",
  "which archive tar reaches": "TAPE",
  "which program make runs": "LEX YACC",
  "what configure runs": "CONFIG_SITE",
  "what cmake runs": "CMAKE_TOOLCHAIN_FILE CMAKE_PREFIX_PATH",
  "what code erl loads": "ERL_AFLAGS ERL_FLAGS ERL_ZFLAGS ERL_LIBS",
  "what code elixir loads": "ELIXIR_ERL_OPTIONS",
  "what code dotnet loads": "DOTNET_STARTUP_HOOKS",
  "what code bun loads": "BUN_OPTIONS",
  "what code rspec loads": "SPEC_OPTS",
  "what tox runs": "TOX_OVERRIDE",
  "what perl's debugger runs": "PERLDB_OPTS",
  "what code javac loads": "JDK_JAVAC_OPTIONS",
  "which program merges": "HGMERGE",
  "what hg runs": "HGRCPATH",
  "what jj runs": "JJ_CONFIG",
  "which program shows differences": "KUBECTL_EXTERNAL_DIFF",
  "which plugins run": "HELM_PLUGINS",
  "which program tells a password": "BORG_PASSCOMMAND RESTIC_PASSWORD_COMMAND RCLONE_PASSWORD_COMMAND",
  "which program runs elsewhere": "BORG_REMOTE_PATH",
  "what rclone runs": "RCLONE_CONFIG",
  "what apt runs": "APT_CONFIG",
  "what nix runs": "NIX_CONFIG NIX_USER_CONF_FILES NIX_CONF_DIR",
  "which python runs": "CLOUDSDK_PYTHON",
  "which programs groff runs": "GROFF_BIN_PATH GROFF_COMMAND_PREFIX",
  "whose configuration gpg reads": "GNUPGHOME",
  "which bus programs talk to": "DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS DBUS_STARTER_ADDRESS"
}

/** By name, what setting it decides. */
export const executingVariables: ReadonlyMap<string, string> = new Map(
  Object.entries(decisions).flatMap(([decides, names]) => names.split(" ").map((name) => [name, decides] as const))
)

/** What every variable that begins so decides. */
export const executingPrefixes: ReadonlyArray<readonly [prefix: string, decides: string]> = [
  ["LD_", "what code programs load"],
  ["DYLD_", "what code programs load"],
  ["BASH_FUNC_", "which functions run"],
  ["GIT_", "what git runs"],
  ["CARGO_", "what cargo runs"],
  ["npm_config_", "what npm runs"],
  ["NPM_CONFIG_", "what npm runs"],
  ["YARN_", "what yarn runs"],
  ["PIP_", "where code comes from"],
  ["UV_", "where code comes from"],
  ["CGO_", "which compiler runs"],
  ["TF_", "what terraform runs"],
  ["ANSIBLE_", "what ansible runs"],
  ["CCACHE_", "which compiler runs"],
  ["DISTCC_", "which compiler runs"],
  ["LUA_INIT_", "what code lua loads"],
  ["LUA_PATH_", "what code lua loads"],
  ["LUA_CPATH_", "what code lua loads"],
  ["CORECLR_", "what code dotnet loads"],
  ["HARNESS_PERL", "what code perl loads"]
]

/** Those of the families above that only set names, dates or switches. */
export const harmlessVariables: ReadonlySet<string> = new Set([
  "GIT_AUTHOR_NAME",
  "GIT_AUTHOR_EMAIL",
  "GIT_AUTHOR_DATE",
  "GIT_COMMITTER_NAME",
  "GIT_COMMITTER_EMAIL",
  "GIT_COMMITTER_DATE",
  "GIT_TERMINAL_PROMPT",
  "GIT_OPTIONAL_LOCKS",
  "GIT_MERGE_AUTOEDIT",
  "GIT_LFS_SKIP_SMUDGE",
  "GIT_ADVICE",
  "CARGO_TERM_COLOR",
  "CARGO_TERM_PROGRESS_WHEN",
  "CARGO_INCREMENTAL",
  "CARGO_NET_OFFLINE",
  "CARGO_BUILD_JOBS",
  "PIP_DISABLE_PIP_VERSION_CHECK",
  "PIP_NO_INPUT",
  "PIP_NO_CACHE_DIR",
  "UV_OFFLINE",
  "TF_IN_AUTOMATION",
  "TF_INPUT",
  "TF_LOG",
  "TF_WORKSPACE",
  "UV_LINK_MODE",
  "YARN_ENABLE_IMMUTABLE_INSTALLS",
  "YARN_ENABLE_TELEMETRY",
  "npm_config_yes",
  "npm_config_loglevel",
  "CGO_ENABLED"
])

/** How those of these families begin that are the project's own, or only set how much is optimised. */
export const harmlessBeginnings: RegExp = /^(?:TF_VAR_|CARGO_PROFILE_(?!.*RUSTFLAGS))/

/** Variables that name a program which shows or edits text. */
export const programVariables: ReadonlySet<string> = new Set([
  "PAGER",
  "MANPAGER",
  "SYSTEMD_PAGER",
  "BAT_PAGER",
  "DELTA_PAGER",
  "AWS_PAGER",
  "GH_PAGER",
  "PSQL_PAGER",
  "GIT_PAGER",
  "LESSOPEN",
  "EDITOR",
  "VISUAL",
  "GIT_EDITOR",
  "GIT_SEQUENCE_EDITOR",
  "GIT_ASKPASS",
  "SSH_ASKPASS"
])

/** Variables whose value is a command for another reason. */
export const commandVariables: ReadonlySet<string> = new Set([
  "PROMPT_COMMAND",
  "GIT_SSH_COMMAND",
  "GIT_EXTERNAL_DIFF",
  "GIT_PROXY_COMMAND",
  "RSYNC_RSH",
  "CVS_RSH",
  "SVN_SSH",
  "FZF_DEFAULT_COMMAND",
  "LESSCLOSE",
  "BROWSER",
  "FCEDIT",
  "SUDO_EDITOR",
  "SUDO_ASKPASS",
  "RUSTC_WRAPPER"
])

/** Programs these may name without anything new running. */
export const idlePrograms: ReadonlySet<string> = new Set([
  "",
  "cat",
  "true",
  ":",
  "/bin/true",
  "/bin/cat",
  "/usr/bin/true"
])

/** How the names of variables end whose value is a program that shows, edits, asks or connects. */
export const executingEnds: RegExp = /(?:EDITOR|PAGER|_(?:ASKPASS|RSH|LAUNCHER))$/

const flags =
  /^ *(?:-(?:O[0-3sgz]?|g\d?|std=[\w+]+|W(?![lpa],)[\w=-]+|[DU]\w+(?:=[\w.]*)?|I ?[\w./-]+|m(?:arch|tune|cpu)=[\w.-]+|m64|m32|pipe|pthread|fPIC|fPIE|fsanitize=[\w,]+|fno-[\w-]+|static|s)(?: +|$))*$/
const links =
  /^ *(?:-(?:[lL][\w./-]+|s|g|O\d|static|pthread|rdynamic|Wl,(?:--(?:as-needed|gc-sections)|-z,\w+|-O\d|-s))(?: +|$))*$/
const erlang = /^ *(?:\+[A-Za-z]+ [\w:]+(?: +|$))*$/
const heap = /^ *(?:-(?:X(?:m[snx]|ss)\d+[kmgKMG]?|XX:[+-]\w+|XX:Max\w+=\d+[kmgKMG]?|Dfile\.encoding=[\w-]+)(?: +|$))*$/
const c = /^(?:gcc|clang|cc)(?:-\d+)?$/
const cxx = /^(?:g\+\+|clang\+\+|c\+\+)(?:-\d+)?$/

/** Values with which a variable has no other code run, by name. */
export const idleValues: Readonly<Record<string, RegExp>> = {
  GIT_TRACE: /^(?:[012]|true)$/,
  GIT_CURL_VERBOSE: /^(?:[01]|true)$/,
  CC: c,
  CXX: cxx,
  CFLAGS: flags,
  CXXFLAGS: flags,
  CPPFLAGS: flags,
  LDFLAGS: links,
  ENV: /^\w+$/,
  SHELL: /^\/(?:usr\/)?bin\/(?:ba)?sh$/,
  BROWSER: /^none$/,
  CARGO_TARGET_DIR: /^(?!.*\.\.)\w[\w./-]*$/,
  GOTOOLCHAIN: /^local$/,
  GOPROXY: /^(?:off|direct)$/,
  RUSTC_WRAPPER: /^(?:sccache)?$/,
  SPEC_OPTS:
    /^ *(?:--(?:(?:format|order|seed)[ =](?:d|doc|documentation|p|progress|j|json|h|html|failures|rand|random|defined|\d+)|(?:no-)?colou?r|fail-fast|profile|backtrace)(?: +|$))*$/,
  ERL_FLAGS: erlang,
  ERL_AFLAGS: erlang,
  ERL_ZFLAGS: erlang,
  MAKEFLAGS: /^-?j? ?\d*$/,
  LESS: /^-?[eEFgiIMmNnQqRrSsXx0-9]*$/,
  GOFLAGS: /^ *(?:-(?:mod=\w+|tags=[\w,]+|race|v|trimpath|count=\d+|p=\d+|buildvcs=\w+)(?: +|$))*$/,
  RUSTFLAGS:
    /^ *(?:-(?:[DAWF] ?[\w:-]+|C ?(?:target-cpu|opt-level|debuginfo|instrument-coverage)(?:=[\w-]+)?)(?: +|$))*$/,
  // A category with a dot in it is imported.
  PYTHONWARNINGS: /^(?:(?:ignore|default|error|always|module|once)(?::[\w ]*(?::\w*(?::[\w.]*(?::\d*)?)?)?)?(?:,|$))+$/,
  NODE_OPTIONS:
    /^ *(?:--(?:max[-_]old[-_]space[-_]size=\d+|max[-_]semi[-_]space[-_]size=\d+|no-(?:deprecation|warnings|experimental-\w+)|enable-source-maps|experimental-(?:vm-modules|strip-types|transform-types)|trace-(?:warnings|deprecation|uncaught)|openssl-legacy-provider|stack-trace-limit=\d+|unhandled-rejections=\w+|dns-result-order=\w+|preserve-symlinks)(?: +|$))*$/,
  JAVA_OPTS: heap,
  JAVA_TOOL_OPTIONS: heap,
  JDK_JAVA_OPTIONS: heap,
  _JAVA_OPTIONS: heap,
  MAVEN_OPTS: heap,
  GRADLE_OPTS: heap,
  SBT_OPTS: heap,
  ANT_OPTS: heap
}
