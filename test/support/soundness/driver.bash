# Runs texts one after another inside the jail: the first process of its own process namespace, without privileges.
# In: id, whether to ask `bash -n` too, text, each ended by NUL. Out: a line each: id, its answer, whether it was late.
ulimit -c 0; ulimit -f 64; ulimit -n 64; ulimit -u 48; ulimit -v 200000
exec 3<&0 4>&1 </dev/null >/dev/null 2>&1
while IFS= read -r -d '' -u 3 id && IFS= read -r -d '' -u 3 ask && IFS= read -r -d '' -u 3 text; do
  cd "/t/$id"
  accepted=-
  if [[ $ask == 1 ]]; then
    (ulimit -t 1; exec /bin/bash -n -c "$text" 3<&- 4>&-)
    accepted=$?
  fi
  (ulimit -t 1; BASH_ENV="/e/$id" exec -a bash /bin/bash -c "$text" 3<&- 4>&-) 50>/done &
  exec 5</done
  # Ends when all it started has ended, or when its time is up.
  read -r -d '' -t 1 -u 5
  late=$(($? > 128))
  exec 5<&-
  # The first process of a namespace cannot be killed from inside it, and spares itself.
  kill -9 -1
  wait
  printf '%s %s %s\n' "$id" "$accepted" "$late" >&4
done
